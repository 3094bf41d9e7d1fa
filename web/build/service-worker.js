// Keeps the whole app on the device: all files of a version are installed together and used before the network.
//
// A new version waits until every page of the old one is closed, or until the player asks for it. The files of an old
// version are kept as long as a page of it may be open, so that nothing that such a page loads later is missing.
const CACHE = 'taquin-__VERSION__';
const FILES = __FILES__;

const SCOPE = new URL('./', location.href).pathname;

const isOutdated = (name) => name.startsWith('taquin-') && name !== CACHE;
const isHashed = (file) => file.startsWith('assets/');

/** A file that has its hash in its name is the same in every version that has it, and the one that the page has just loaded:
 *  whatever its host says about its age, it need not be sent again. */
const load = async (cache, file) => {
  const kept = isHashed(file) ? await caches.match(file) : undefined;
  const response = kept ?? (await fetch(file, { cache: isHashed(file) ? 'force-cache' : 'no-cache' }));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  await cache.put(file, response);
};

const install = async () => {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map((file) => load(cache, file)));
};

const deleteOutdated = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter(isOutdated).map((name) => caches.delete(name)));
};

/** Deletes old versions when the page that is being opened is the only one. */
const tidy = async (opened) => {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.every(({ id }) => opened.includes(id))) await deleteOutdated();
};

const answer = async (request) => {
  const current = await caches.open(CACHE);
  const kept = (await current.match(request, { ignoreSearch: true })) ?? (await caches.match(request));
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  // What is loaded only when it is used is kept from then on.
  if (response.ok && isHashed(new URL(request.url).pathname.replace(SCOPE, '')))
    await current.put(request, response.clone());
  return response;
};

self.addEventListener('install', (event) => event.waitUntil(install()));

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data === 'activate') event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
  if (request.mode === 'navigate')
    event.waitUntil(tidy([event.resultingClientId, event.clientId, event.replacesClientId]));
});
