/**
 * Result of parsing one input. `read`: a summary that distinguishes the parser's results. `fault`: null if the parser behaved correctly.
 */
export type FuzzedParseResult = { readonly read: string; readonly fault: string | null; readonly input: unknown }

/** A parser of external input, with a generator of inputs for the parser. */
export type FuzzedParser = {
  readonly name: string
  /** Number of inputs for this parser when all parsers together get a million inputs. */
  readonly share: number
  /**
   * Prepares the parser. `folder`: an empty folder for the parser's files. `attempt`: creates an input from `random` and parses the input.
   */
  readonly open: (folder: string) => Promise<{
    readonly attempt: (random: () => number) => FuzzedParseResult | Promise<FuzzedParseResult>
    readonly close?: () => void
  }>
}
