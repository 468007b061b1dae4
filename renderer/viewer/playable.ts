import type { ReactNode } from 'react'

/** A video or audio on a stage. */
export type Playable = {
  readonly src: string
  readonly name: string
  /** Shown on it if there are several. Null if it is alone. */
  readonly label: string | null
  /** Shown until the first frame is drawn. */
  readonly poster: string | null
  readonly bytes: number
}

export type PlayableStageProps = {
  readonly onMissing: (src: string) => void
  /** If set, the first item plays once automatically and then calls this. */
  readonly onEnded?: (() => void) | null
  /** Controls for each of several items. */
  readonly cornerOf?: (place: number) => ReactNode
}
