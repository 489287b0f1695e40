// Keeps all files of one build, so that the page opens without a network.
const CACHE = "isatope-VERSION";
const FILES = "FILES";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("isatope-") && name !== CACHE;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

// The page itself comes from the network if there is one, so that a new build is seen; files with a hash come from the cache.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  // Servers answer with `Vary`, but a file has one content, whatever a request says of itself.
  const cached = () => caches.match(request, { ignoreSearch: true, ignoreVary: true });
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("./", { ignoreVary: true })));
  } else {
    event.respondWith(cached().then((found) => found ?? fetch(request)));
  }
});
