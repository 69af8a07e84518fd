//! Clients of hosted language models, made in place. All come from packages.

use super::entry::{Abstraction, Entry, Members, Origin, PLAIN, Receiver, Rewrite};
use crate::finding::Category;

const CLIENT: Entry = Entry {
    category: Category::LanguageModel,
    receiver: Receiver::Construction,
    abstraction: Abstraction::Generated {
        interface: "ILanguageModel",
        implementation: "LanguageModel",
    },
    rewrite: Rewrite::None(
        "inject the project's own client interface; its test double replays recorded answers, refusals and truncations too",
    ),
    why: "Each call costs money and time and may answer differently; a test needs recorded answers.",
    ..PLAIN
};

const fn construction(id: &'static str, package: &'static str, before: &'static str) -> Entry {
    Entry {
        id,
        origin: Origin::Package(package),
        before,
        after: "_languageModel",
        ..CLIENT
    }
}

const fn members(
    id: &'static str,
    package: &'static str,
    names: &'static [&'static str],
    before: &'static str,
) -> Entry {
    Entry {
        id,
        members: Members::These(names),
        receiver: Receiver::Made(&[]),
        origin: Origin::Package(package),
        before,
        after: "_languageModel.Complete(messages)",
        ..CLIENT
    }
}

pub(super) const ENTRIES: &[Entry] = &[
    construction(
        "M:Anthropic.AnthropicClient.#ctor",
        "Anthropic",
        "new AnthropicClient()",
    ),
    construction(
        "M:Anthropic.SDK.AnthropicClient.#ctor",
        "Anthropic.SDK",
        "new AnthropicClient(key)",
    ),
    construction(
        "M:Azure.AI.Inference.ChatCompletionsClient.#ctor",
        "Azure.AI.Inference",
        "new ChatCompletionsClient(endpoint, credential)",
    ),
    construction(
        "M:Azure.AI.OpenAI.AzureOpenAIClient.#ctor",
        "Azure.AI.OpenAI",
        "new AzureOpenAIClient(endpoint, credential)",
    ),
    construction(
        "M:Azure.AI.OpenAI.OpenAIClient.#ctor",
        "Azure.AI.OpenAI",
        "new OpenAIClient(endpoint, credential)",
    ),
    construction(
        "M:Google.GenAI.Client.#ctor",
        "Google.GenAI",
        "new Google.GenAI.Client(apiKey: key)",
    ),
    construction(
        "M:Mistral.SDK.MistralClient.#ctor",
        "Mistral.SDK",
        "new MistralClient(key)",
    ),
    construction(
        "M:OllamaSharp.OllamaApiClient.#ctor",
        "OllamaSharp",
        "new OllamaApiClient(endpoint)",
    ),
    construction(
        "M:OpenAI.Audio.AudioClient.#ctor",
        "OpenAI",
        "new AudioClient(model, key)",
    ),
    construction(
        "M:OpenAI.Chat.ChatClient.#ctor",
        "OpenAI",
        "new ChatClient(model, key)",
    ),
    construction(
        "M:OpenAI.Embeddings.EmbeddingClient.#ctor",
        "OpenAI",
        "new EmbeddingClient(model, key)",
    ),
    construction(
        "M:OpenAI.Images.ImageClient.#ctor",
        "OpenAI",
        "new ImageClient(model, key)",
    ),
    construction(
        "M:OpenAI.OpenAIClient.#ctor",
        "OpenAI",
        "new OpenAIClient(key)",
    ),
    construction(
        "M:OpenAI.Responses.OpenAIResponseClient.#ctor",
        "OpenAI",
        "new OpenAIResponseClient(model, key)",
    ),
    members(
        "T:Azure.AI.Inference.ChatCompletionsClient",
        "Azure.AI.Inference",
        &[
            "Complete",
            "CompleteAsync",
            "CompleteStreaming",
            "CompleteStreamingAsync",
        ],
        "new ChatCompletionsClient(endpoint, credential).Complete(messages)",
    ),
    members(
        "T:OpenAI.Chat.ChatClient",
        "OpenAI",
        &[
            "CompleteChat",
            "CompleteChatAsync",
            "CompleteChatStreaming",
            "CompleteChatStreamingAsync",
        ],
        "new ChatClient(model, key).CompleteChat(messages)",
    ),
    members(
        "T:OpenAI.Embeddings.EmbeddingClient",
        "OpenAI",
        &[
            "GenerateEmbedding",
            "GenerateEmbeddingAsync",
            "GenerateEmbeddings",
            "GenerateEmbeddingsAsync",
        ],
        "new EmbeddingClient(model, key).GenerateEmbedding(text)",
    ),
];
