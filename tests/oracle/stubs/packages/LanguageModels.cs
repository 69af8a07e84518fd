// Clients of hosted language models: bound by name, whatever they are made of.
namespace Anthropic
{
    public class AnthropicClient(params object?[] arguments) { public object?[] Arguments => arguments; }
}

namespace Anthropic.SDK
{
    public class AnthropicClient(params object?[] arguments) { public object?[] Arguments => arguments; }
}

namespace Azure.AI.Inference
{
    public class ChatCompletionsClient(params object?[] arguments) { public object?[] Arguments => arguments; }
}

namespace Azure.AI.OpenAI
{
    public class AzureOpenAIClient(params object?[] arguments) { public object?[] Arguments => arguments; }

    public class OpenAIClient(params object?[] arguments) { public object?[] Arguments => arguments; }
}

namespace Google.GenAI
{
    public class Client(params object?[] arguments) { public object?[] Arguments => arguments; }
}

namespace Mistral.SDK
{
    public class MistralClient(params object?[] arguments) { public object?[] Arguments => arguments; }
}

namespace OllamaSharp
{
    public class OllamaApiClient(params object?[] arguments) { public object?[] Arguments => arguments; }
}

namespace OpenAI
{
    public class OpenAIClient(params object?[] arguments) { public object?[] Arguments => arguments; }
}

namespace OpenAI.Audio
{
    public class AudioClient(params object?[] arguments) { public object?[] Arguments => arguments; }
}

namespace OpenAI.Chat
{
    public class ChatClient(params object?[] arguments) { public object?[] Arguments => arguments; }
}

namespace OpenAI.Embeddings
{
    public class EmbeddingClient(params object?[] arguments) { public object?[] Arguments => arguments; }
}

namespace OpenAI.Images
{
    public class ImageClient(params object?[] arguments) { public object?[] Arguments => arguments; }
}

namespace OpenAI.Responses
{
    public class OpenAIResponseClient(params object?[] arguments) { public object?[] Arguments => arguments; }
}
