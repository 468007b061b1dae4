/// <reference types="vite/client" />

interface Window {
  /** Put there by the preload; see shared/ipc.ts. */
  readonly kiln: import('../shared/ipc.ts').KilnBridge
}
