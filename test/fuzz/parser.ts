/** Result of one input. `read`: a summary that distinguishes the parser's results. `fault`: a description, or null if there is no fault. */
export type Attempt = { readonly read: string; readonly fault: string | null; readonly input: unknown }

/** A parser of external input, and inputs for it. */
export type Parser = {
  readonly name: string
  /** Number of this parser's inputs in a run of a million inputs. */
  readonly share: number
  /** `folder`: an empty folder for this parser. Each attempt creates an input from `random` and parses it. */
  readonly open: (folder: string) => Promise<{
    readonly attempt: (random: () => number) => Attempt | Promise<Attempt>
    readonly close?: () => void
  }>
}
