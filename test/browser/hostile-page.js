// The script of a web page that wants to use a sandbox. It runs in the browser; the tests call the functions of `attack`.

/** What can be sent from elsewhere, by the name of the way. Each resolves to what the page could read, or null. */
const ways = {
  "fetch-cors": (url) => read(fetch(url)),
  "fetch-no-cors": (url) => read(fetch(url, { mode: "no-cors" })),
  "fetch-no-cors-post": (url) => read(fetch(url, { mode: "no-cors", method: "POST", body: "{}" })),
  "fetch-no-cors-blob": (url) => read(fetch(url, { mode: "no-cors", method: "POST", body: blob("text/plain") })),
  "fetch-no-type": (url) => read(fetch(url, { mode: "no-cors", method: "POST", body: blob("") })),
  "fetch-cookies": (url) => read(fetch(url, { mode: "no-cors", credentials: "include" })),
  "fetch-with-key": (url) => read(fetch(url, { headers: { "x-api-key": "sandbox-key" } })),
  "fetch-json": (url) => read(fetch(url, { method: "POST", body: blob("application/json") })),
  "fetch-delete": (url) => read(fetch(url, { method: "DELETE" })),
  beacon: (url) => sent(navigator.sendBeacon(url, "{}")),
  "beacon-json": (url) => sent(navigator.sendBeacon(url, blob("application/json"))),
  image: (url) => loaded(element("img", { src: url })),
  script: (url) => loaded(element("script", { src: url })),
  style: (url) => loaded(element("link", { rel: "stylesheet", href: url })),
  iframe: (url) => framed(element("iframe", { src: url })),
  "form-get": (url) => submitted(url, "get", "application/x-www-form-urlencoded"),
  "form-post": (url) => submitted(url, "post", "application/x-www-form-urlencoded"),
  "form-text": (url) => submitted(url, "post", "text/plain"),
  "form-multipart": (url) => submitted(url, "post", "multipart/form-data"),
  "event-source": (url) => opened(new EventSource(url)),
  "event-source-cookies": (url) => opened(new EventSource(url, { withCredentials: true })),
  websocket: (url) => opened(new WebSocket(url.replace("http:", "ws:"))),
};

globalThis.attack = {
  ways: Object.keys(ways),

  /** From another origin: every way, to a URL that each is told apart in. Returns what could be read, by way. */
  async fromElsewhere(url) {
    const tried = Object.entries(ways).map(async ([way, send]) => [way, await send(`${url}?way=${way}`)]);
    return Object.fromEntries(await Promise.all(tried));
  },

  /** From its own origin, where it may do anything. Returns the statuses of the answers. */
  async fromHere(calls) {
    const answers = calls.map(async ([method, path, apiKey, body]) => {
      const headers = { "x-api-key": apiKey, "content-type": "application/json" };
      return (await fetch(path, { method, headers, body: body && JSON.stringify(body) })).status;
    });
    return Promise.all(answers);
  },
};

function blob(type) {
  return new Blob(["{}"], { type });
}

/** A beacon has no answer that its page could see. */
async function sent() {
  return null;
}

/** Of an answer that a page may not see there is nothing to read. */
async function read(answer) {
  try {
    const { status, text } = { status: (await answer).status, text: await (await answer).text() };
    return status === 0 && text === "" ? null : `${status} ${text}`;
  } catch {
    return null;
  }
}

function element(name, attributes) {
  return document.body.appendChild(Object.assign(document.createElement(name), attributes));
}

function loaded(it) {
  return new Promise((resolve) => {
    it.onload = () => resolve("it was loaded");
    it.onerror = () => resolve(null);
  });
}

function framed(frame) {
  return new Promise((resolve) => {
    frame.onload = () => resolve(frame.contentDocument?.body.innerText ?? null);
  });
}

function submitted(url, method, enctype) {
  const frame = element("iframe", { name: url });
  const form = element("form", { action: url, method, enctype, target: url });
  // Sent as text, it is JSON.
  form.append(Object.assign(document.createElement("input"), { name: '{"a":"', value: '"}' }));
  // With GET the fields take the place of the query.
  if (method === "get") form.append(Object.assign(document.createElement("input"), { name: "way", value: "form-get" }));
  const shown = framed(frame);
  form.submit();
  return shown;
}

function opened(source) {
  return new Promise((resolve) => {
    source.onopen = () => resolve("it was opened");
    source.onerror = () => {
      source.close();
      resolve(null);
    };
  });
}
