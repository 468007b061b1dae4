/// <reference types="vite/client" />

interface Window {
  /** Exposed by the preload script. See shared/ipc/ipc.ts. */
  readonly kiln: import('../shared/ipc/ipc.ts').KilnBridge
}
