/// <reference types="vite/client" />

interface Window {
  /** Exposed by the preload script. See shared/ipc.ts. */
  readonly kiln: import('../shared/ipc.ts').KilnBridge
}
