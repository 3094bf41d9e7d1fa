// New versions of the app: noticed in the background, shown when the player asks for them.

/** How often an open page looks for a new version at most. */
const INTERVAL_MS = 60 * 60 * 1000;

class Update {
  /** A new version is installed and waits. */
  isReady = $state(false);
  #waiting: ServiceWorker | null = null;
  #looked = Date.now();

  async register(): Promise<void> {
    if (!('serviceWorker' in navigator)) return;
    const registration = await navigator.serviceWorker.register('./sw.js');
    this.#offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        // why: the first version of all has nothing to replace.
        if (worker.state === 'installed' && navigator.serviceWorker.controller !== null) this.#offer(worker);
      });
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || Date.now() - this.#looked < INTERVAL_MS) return;
      this.#looked = Date.now();
      // Without a network there is no new version.
      registration.update().catch(() => undefined);
    });
  }

  /** Shows the new version. */
  apply(): void {
    if (this.#waiting === null || this.#waiting.state !== 'installed') return location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    this.#waiting.postMessage('activate');
  }

  #offer(worker: ServiceWorker | null): void {
    if (worker === null) return;
    this.#waiting = worker;
    this.isReady = true;
  }
}

export const update = new Update();
