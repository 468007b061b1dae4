/** Result of one input. `read`: a short name of the parsed result, which shows how deep a run reached. `fault`: null if none was found. */
export type Attempt = { readonly read: string; readonly fault: string | null; readonly input: unknown }

/** A parser of external input, and inputs for it. */
export type Parser = {
  readonly name: string
  /** Number of its inputs per million. */
  readonly share: number
  /** `folder`: an empty folder for this parser. Each attempt creates an input from `random` and parses it. */
  readonly open: (folder: string) => Promise<{
    readonly attempt: (random: () => number) => Attempt | Promise<Attempt>
    readonly close?: () => void
  }>
}
