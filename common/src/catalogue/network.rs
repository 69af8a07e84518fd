//! HTTP, sockets, name resolution, mail.

use super::entry::{Abstraction, Entry, Form, Members, PLAIN, Receiver, Rewrite, When};
use crate::finding::Category;

const SHAPED: &str = "no-equivalent";

/// Things whose interface is made of the operations used.
const CONSTRUCTION: Entry = Entry {
    category: Category::Network,
    receiver: Receiver::Construction,
    abstraction: Abstraction::Generated {
        interface: "INetworkClient",
        implementation: "NetworkClient",
    },
    rewrite: Rewrite::Shaped(SHAPED),
    why: "The code reaches another machine: a test needs it to be there, to answer, and to answer the same each time.",
    ..PLAIN
};

const MEMBERS: Entry = Entry {
    receiver: Receiver::Made(&[]),
    ..CONSTRUCTION
};

const STATIC: Entry = Entry {
    receiver: Receiver::Static,
    ..CONSTRUCTION
};

const FACTORY: Abstraction = Abstraction::Package {
    type_name: "System.Net.Http.IHttpClientFactory",
    package: "Microsoft.Extensions.Http",
};

const WEB_REQUEST: Entry = Entry {
    abstraction: FACTORY,
    rewrite: Rewrite::None("send the request with a client of `IHttpClientFactory`"),
    before: "WebRequest.Create(address)",
    after: "_httpClientFactory.CreateClient()",
    ..STATIC
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "M:System.Net.Http.HttpClient.#ctor",
        abstraction: FACTORY,
        rewrite: Rewrite::Call(&[Form {
            overload: "()",
            when: When::Always,
            text: "{p}.CreateClient()",
        }]),
        before: "new HttpClient()",
        after: "_httpClientFactory.CreateClient()",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.Net.HttpListener.#ctor",
        before: "new HttpListener()",
        after: "_listenerFactory.Create()",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.Net.Mail.SmtpClient.#ctor",
        abstraction: Abstraction::Generated {
            interface: "IMailSender",
            implementation: "SmtpMailSender",
        },
        before: "new SmtpClient(host)",
        after: "_mailSender.Send(message)",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.Net.NetworkInformation.Ping.#ctor",
        before: "new Ping()",
        after: "_ping.Send(host)",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.Net.Sockets.Socket.#ctor",
        before: "new Socket(SocketType.Stream, ProtocolType.Tcp)",
        after: "_socketFactory.Create(SocketType.Stream, ProtocolType.Tcp)",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.Net.Sockets.TcpClient.#ctor",
        before: "new TcpClient(host, port)",
        after: "_connector.Connect(host, port)",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.Net.Sockets.TcpListener.#ctor",
        before: "new TcpListener(IPAddress.Any, port)",
        after: "_listenerFactory.Create(IPAddress.Any, port)",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.Net.Sockets.UdpClient.#ctor",
        before: "new UdpClient(port)",
        after: "_udpFactory.Create(port)",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.Net.WebClient.#ctor",
        abstraction: FACTORY,
        rewrite: Rewrite::None("send the request with a client of `IHttpClientFactory`"),
        before: "new WebClient()",
        after: "_httpClientFactory.CreateClient()",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.Net.WebRequest.Create",
        ..WEB_REQUEST
    },
    Entry {
        id: "M:System.Net.WebRequest.CreateDefault",
        before: "WebRequest.CreateDefault(address)",
        ..WEB_REQUEST
    },
    Entry {
        id: "M:System.Net.WebRequest.CreateHttp",
        before: "WebRequest.CreateHttp(address)",
        ..WEB_REQUEST
    },
    Entry {
        id: "T:System.Net.Dns",
        members: Members::Statics,
        abstraction: Abstraction::Generated {
            interface: "IDns",
            implementation: "SystemDns",
        },
        rewrite: Rewrite::Reference("{p}.{m}"),
        before: "Dns.GetHostEntry(name)",
        after: "_dns.GetHostEntry(name)",
        ..STATIC
    },
    Entry {
        // Addresses, headers and time-outs are settings.
        id: "T:System.Net.Http.HttpClient",
        members: Members::These(&[
            "DeleteAsync",
            "DeleteFromJsonAsync",
            "GetAsync",
            "GetByteArrayAsync",
            "GetFromJsonAsAsyncEnumerable",
            "GetFromJsonAsync",
            "GetStreamAsync",
            "GetStringAsync",
            "PatchAsJsonAsync",
            "PatchAsync",
            "PostAsJsonAsync",
            "PostAsync",
            "PutAsJsonAsync",
            "PutAsync",
            "Send",
            "SendAsync",
        ]),
        abstraction: FACTORY,
        rewrite: Rewrite::WithReceiver,
        before: "new HttpClient().GetAsync(address)",
        after: "_httpClientFactory.CreateClient().GetAsync(address)",
        ..MEMBERS
    },
    Entry {
        id: "T:System.Net.HttpListener",
        members: Members::These(&[
            "BeginGetContext",
            "GetContext",
            "GetContextAsync",
            "Start",
            "Stop",
        ]),
        before: "new HttpListener().GetContext()",
        after: "_listener.GetContext()",
        ..MEMBERS
    },
    Entry {
        id: "T:System.Net.Mail.SmtpClient",
        members: Members::These(&["Send", "SendAsync", "SendMailAsync"]),
        abstraction: Abstraction::Generated {
            interface: "IMailSender",
            implementation: "SmtpMailSender",
        },
        before: "new SmtpClient(host).Send(message)",
        after: "_mailSender.Send(message)",
        ..MEMBERS
    },
    Entry {
        id: "T:System.Net.NetworkInformation.NetworkInterface",
        members: Members::Statics,
        abstraction: Abstraction::Generated {
            interface: "INetworkInterfaces",
            implementation: "SystemNetworkInterfaces",
        },
        rewrite: Rewrite::Reference("{p}.{m}"),
        before: "NetworkInterface.GetIsNetworkAvailable()",
        after: "_networkInterfaces.GetIsNetworkAvailable()",
        ..STATIC
    },
    Entry {
        id: "T:System.Net.NetworkInformation.Ping",
        members: Members::These(&["Send", "SendAsync", "SendPingAsync"]),
        before: "new Ping().Send(host)",
        after: "_ping.Send(host)",
        ..MEMBERS
    },
    Entry {
        id: "T:System.Net.Sockets.Socket",
        members: Members::These(&[
            "Accept",
            "AcceptAsync",
            "Available",
            "BeginAccept",
            "BeginConnect",
            "BeginDisconnect",
            "BeginReceive",
            "BeginReceiveFrom",
            "BeginReceiveMessageFrom",
            "BeginSend",
            "BeginSendFile",
            "BeginSendTo",
            "Bind",
            "Connect",
            "ConnectAsync",
            "Disconnect",
            "DisconnectAsync",
            "IOControl",
            "Listen",
            "Poll",
            "Receive",
            "ReceiveAsync",
            "ReceiveFrom",
            "ReceiveFromAsync",
            "ReceiveMessageFrom",
            "ReceiveMessageFromAsync",
            "Send",
            "SendAsync",
            "SendFile",
            "SendFileAsync",
            "SendPacketsAsync",
            "SendTo",
            "SendToAsync",
            "Shutdown",
        ]),
        before: "new Socket(SocketType.Stream, ProtocolType.Tcp).Connect(host, port)",
        after: "_connector.Connect(host, port)",
        ..MEMBERS
    },
    Entry {
        id: "T:System.Net.Sockets.TcpClient",
        members: Members::These(&[
            "Available",
            "BeginConnect",
            "Connect",
            "ConnectAsync",
            "GetStream",
        ]),
        before: "new TcpClient().Connect(host, port)",
        after: "_connector.Connect(host, port)",
        ..MEMBERS
    },
    Entry {
        id: "T:System.Net.Sockets.TcpListener",
        members: Members::These(&[
            "AcceptSocket",
            "AcceptSocketAsync",
            "AcceptTcpClient",
            "AcceptTcpClientAsync",
            "BeginAcceptSocket",
            "BeginAcceptTcpClient",
            "Pending",
            "Start",
            "Stop",
        ]),
        before: "new TcpListener(IPAddress.Any, port).AcceptTcpClient()",
        after: "_listener.AcceptTcpClient()",
        ..MEMBERS
    },
    Entry {
        id: "T:System.Net.Sockets.UdpClient",
        members: Members::These(&[
            "Available",
            "BeginReceive",
            "BeginSend",
            "Connect",
            "DropMulticastGroup",
            "JoinMulticastGroup",
            "Receive",
            "ReceiveAsync",
            "Send",
            "SendAsync",
        ]),
        before: "new UdpClient(port).ReceiveAsync()",
        after: "_udp.ReceiveAsync()",
        ..MEMBERS
    },
    Entry {
        id: "T:System.Net.WebClient",
        members: Members::These(&[
            "DownloadData",
            "DownloadDataAsync",
            "DownloadDataTaskAsync",
            "DownloadFile",
            "DownloadFileAsync",
            "DownloadFileTaskAsync",
            "DownloadString",
            "DownloadStringAsync",
            "DownloadStringTaskAsync",
            "OpenRead",
            "OpenReadAsync",
            "OpenReadTaskAsync",
            "OpenWrite",
            "OpenWriteAsync",
            "OpenWriteTaskAsync",
            "UploadData",
            "UploadDataAsync",
            "UploadDataTaskAsync",
            "UploadFile",
            "UploadFileAsync",
            "UploadFileTaskAsync",
            "UploadString",
            "UploadStringAsync",
            "UploadStringTaskAsync",
            "UploadValues",
            "UploadValuesAsync",
            "UploadValuesTaskAsync",
        ]),
        abstraction: FACTORY,
        rewrite: Rewrite::None("send the request with a client of `IHttpClientFactory`"),
        before: "new WebClient().DownloadString(address)",
        after: "await _httpClientFactory.CreateClient().GetStringAsync(address);",
        ..MEMBERS
    },
];
