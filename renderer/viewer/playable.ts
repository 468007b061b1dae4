import type { ReactNode } from 'react'

/** A video or audio on a stage. */
export type Playable = {
  readonly src: string
  readonly name: string
  /** Label shown on the item if there are several items. Null if there is only one. */
  readonly label: string | null
  /** URL of an image that is shown until the first frame is drawn. Null for no image. */
  readonly poster: string | null
  readonly bytes: number
}

export type PlayableStageProps = {
  readonly onMissing: (src: string) => void
  /** If set, the first item plays once automatically and then calls this function. */
  readonly onEnded?: (() => void) | null
  /** Returns the controls for an item, if there are several items. */
  readonly cornerOf?: (place: number) => ReactNode
}
