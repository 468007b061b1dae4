/** Passed to a long operation: an abort signal, and a callback for the number of finished items. */
export type BulkOperationContext = { readonly signal: AbortSignal; readonly report: (done: number) => void }

/** Context for operations that don't report progress and can't be cancelled. */
export const untrackedOperationContext: BulkOperationContext = { signal: new AbortController().signal, report: () => undefined }
