import { useState } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { Task } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import { canDisplayModel } from '../ui/model-lighting.ts'
import { ModelStage } from './model-stage.tsx'
import { UndisplayableStage } from './undisplayable-stage.tsx'
import type { RenderFrameAction, RenderLoopAction, PlayableMedia, PlayedResult } from './playable-media.ts'
import { AudioStage } from './audio-stage.tsx'
import { TextStage } from './text-stage.tsx'
import type { FileActions } from '../media/use-file-actions.ts'
import styles from './result-stage.module.css'
import { VideoStage } from './video-stage.tsx'

/**
 * Shows a video, an audio file, a 3D model, a text or a plain image. A video or audio file can play in sync with its source. For images
 * with zoom, use `ImageStage`.
 */
export function ResultStage({
  task,
  result,
  before,
  actions,
  onMissing,
  onThrough,
  renderLoopAction,
  renderFrameAction
}: {
  readonly task: Pick<Task, 'title'>
  readonly result: PlayedResult
  /** Source that plays in sync with the result. Null if the result plays alone. */
  readonly before: PlayableMedia | null
  readonly actions: FileActions
  readonly onMissing: () => void
  readonly onThrough: (() => void) | null
  readonly renderLoopAction?: RenderLoopAction
  readonly renderFrameAction?: RenderFrameAction
}) {
  const [why, setWhy] = useState<string | null>(null)
  const src = mediaPaths.result(result.id)
  const own = { ...playableFromResult(task, result), label: before === null ? null : say('After') }
  const all = before === null ? [own] : [own, before]
  const missing = (gone: string): void => {
    if (gone === src) onMissing()
  }
  switch (result.medium) {
    case 'video':
      return (
        <VideoStage
          clips={all}
          onMissing={missing}
          onEnded={onThrough}
          renderLoopAction={renderLoopAction}
          renderFrameAction={renderFrameAction}
        />
      )
    case 'audio':
      return <AudioStage title={task.title} sounds={all} onMissing={missing} onEnded={onThrough} renderLoopAction={renderLoopAction} />
    case 'text':
      return <TextStage result={result} src={src} title={task.title} onMissing={onMissing} onSaveAs={actions.saveAs} />
    case 'image':
      return (
        <div className={styles.still}>
          <img src={src} alt={task.title} draggable={false} onError={() => missing(src)} />
        </div>
      )
    case 'model':
      return why === null && canDisplayModel(result.contentType, result.bytes) ? (
        <ModelStage itemId={result.id} src={src} title={task.title} onMissing={onMissing} onCannot={setWhy} />
      ) : (
        <UndisplayableStage result={result} why={why} onSaveAs={actions.saveAs} onShowInFolder={actions.showInFolder} />
      )
    default:
      return assertNever(result.medium)
  }
}

export function playableFromResult(task: Pick<Task, 'title'>, result: PlayedResult): PlayableMedia {
  return {
    src: mediaPaths.result(result.id),
    name: task.title,
    label: null,
    poster: result.medium === 'video' ? mediaPaths.thumbnail(result.id) : null,
    bytes: result.bytes
  }
}
