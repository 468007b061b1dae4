/** Reports an error as a Node warning, without throwing. */
export function reportDefect(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}

/** Reports an error unless Kiln is closing, because work aborted by closing isn't a defect. */
export function reportUnlessClosing(state: { readonly closing: Promise<void> | null }, error: unknown): void {
  if (state.closing === null) reportDefect(error)
}
