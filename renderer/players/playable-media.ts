import type { ReactNode } from 'react'
import type { TaskResult } from '../../shared/task/task.ts'

/** The properties of a result that a player needs. */
export type PlayedResult = Pick<TaskResult, 'id' | 'medium' | 'contentType' | 'bytes'>

/** A video or audio file on a stage. */
export type PlayableMedia = {
  readonly src: string
  readonly name: string
  /** Label shown on the item if there are several items. Null if there is only one. */
  readonly label: string | null
  /** URL of an image that is shown until the first frame is drawn. Null for no image. */
  readonly poster: string | null
  readonly bytes: number
}

/** Returns the actions for the loop, shown beside the loop controls. Times are in seconds. */
export type RenderLoopAction = (loop: { readonly from: number; readonly until: number }) => ReactNode

/** Returns the actions for the shown frame of a video. `video` returns the element that shows the video, or null. */
export type RenderFrameAction = (video: () => HTMLVideoElement | null) => ReactNode

export type PlayableStageProps = {
  readonly onMissing: (src: string) => void
  /** Called when the first item ends. If set, playback starts automatically and doesn't repeat. */
  readonly onEnded?: (() => void) | null
  readonly renderLoopAction?: RenderLoopAction | undefined
  /** Returns the controls for the item at index `place`, if there are several items. */
  readonly cornerOf?: (place: number) => ReactNode
  /** Called when the pointer is pressed on the item at index `place`. */
  readonly onPress?: (place: number) => void
}
