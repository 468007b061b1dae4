/// <reference types="vite/client" />

interface Window {
  /** Exposed by the preload script; see shared/ipc.ts. */
  readonly kiln: import('../shared/ipc.ts').KilnBridge
}
