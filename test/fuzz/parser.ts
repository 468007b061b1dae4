/** What became of one input. `read`: in a word, as what it was read, so that a run can show how deep it came. `fault` null: nothing. */
export type Attempt = { readonly read: string; readonly fault: string | null; readonly input: unknown }

/** A parser at a door, and inputs for it. */
export type Parser = {
  readonly name: string
  /** How many of a million inputs are its own. */
  readonly share: number
  /** `folder`: an empty one of its own. Each attempt makes an input out of `random` and lets the parser read it. */
  readonly open: (folder: string) => Promise<{
    readonly attempt: (random: () => number) => Attempt | Promise<Attempt>
    readonly close?: () => void
  }>
}
