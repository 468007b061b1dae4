import type { ReactNode } from 'react'

/** A clip or a sound on a stage. */
export type Playable = {
  readonly src: string
  readonly name: string
  /** Stands on it while several are there; null: it is alone. */
  readonly label: string | null
  /** Shown until its first frame is there. */
  readonly poster: string | null
  readonly bytes: number
}

export type StageOfPlayables = {
  readonly onMissing: (src: string) => void
  /** Set: what leads plays once by itself and then says so. */
  readonly onThrough?: (() => void) | null
  /** What can be done with each of several. */
  readonly cornerOf?: (place: number) => ReactNode
}
