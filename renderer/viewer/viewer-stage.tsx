import { mediaPaths } from '../../shared/library/media-paths.ts'
import { say } from '../../shared/i18n/say.ts'
import { UseFrameButton } from '../actions/use-frame-button.tsx'
import { UseLoopButton } from '../actions/use-loop-button.tsx'
import { showInViewer } from '../navigation/route.ts'
import { BlinkControls } from './blink-controls.tsx'
import { ContactSheet } from './contact-sheet.tsx'
import { EyedropperReadout } from './eyedropper-readout.tsx'
import { ImageStage } from './image-stage.tsx'
import type { ResultSource } from './result-sources.ts'
import { MissingFileMessage } from './missing-file-message.tsx'
import { PageButtons } from './page-buttons.tsx'
import type { PlayableMedia } from '../players/playable-media.ts'
import { ResultStage } from '../players/result-stage.tsx'
import { UndisplayableStage } from '../players/undisplayable-stage.tsx'
import type { ViewerState } from './use-viewer-state.ts'

/** The result in the current mode, or a message that says why it can't be shown. */
export function ViewerStage({ viewer }: { readonly viewer: ViewerState }) {
  const { task, result, id, isInQueue, isMissing, isPicture, showsSheet, trouble } = viewer
  if (showsSheet) return <ViewerSheet viewer={viewer} />
  if (isMissing) return <MissingFileMessage task={task} result={result} isInQueue={isInQueue} onThere={viewer.forget} />
  if (trouble === 'undisplayable')
    return <UndisplayableStage result={result} why={null} onSaveAs={viewer.actions.saveAs} onShowInFolder={viewer.actions.showInFolder} />
  if (isPicture) return <PictureStage viewer={viewer} />
  const { before, viewMode, slides } = viewer
  return (
    <ResultStage
      key={id}
      task={task}
      result={result}
      before={before === null || viewMode !== 'side' ? null : playableSource(before)}
      actions={viewer.actions}
      onMissing={viewer.report}
      onThrough={slides.isOn ? slides.next : null}
      renderLoopAction={(loop) => <UseLoopButton itemId={id} medium={result.medium} loop={loop} />}
      renderFrameAction={(video) => <UseFrameButton itemId={id} title={task.title} video={video} />}
    />
  )
}

function ViewerSheet({ viewer: { task, id, setIsSheet } }: { readonly viewer: ViewerState }) {
  function openFromSheet(itemId: string): void {
    setIsSheet(false)
    if (itemId !== id) showInViewer(itemId)
  }
  return <ContactSheet results={task.results} title={task.title} shownId={id} onOpen={openFromSheet} />
}

function PictureStage({ viewer }: { readonly viewer: ViewerState }) {
  const { task, id, previous, next, before, blink, decodedImages, eyedropper, frame, place, report, split, setSplit } = viewer
  const { fullScreen, src, stage, viewMode } = viewer
  return (
    <ImageStage
      stage={stage}
      viewMode={viewMode}
      frame={frame}
      after={{ src, alt: task.title, label: say('After: result'), preview: mediaPaths.thumbnail(id) }}
      before={
        before === null
          ? null
          : {
              src: before.media.previewUrl,
              alt: say('Before: {name}', { name: before.name }),
              label: say('Before: {name}', { name: before.name })
            }
      }
      isBeforeShown={blink.isBeforeShown}
      split={split}
      onSplit={setSplit}
      ahead={[next, previous].flatMap((one) => (one?.medium === 'image' ? [mediaPaths.result(one.id)] : []))}
      decodedImages={decodedImages}
      onMissing={report}
    >
      {!fullScreen.isFull && <PageButtons viewer={viewer} />}
      {viewMode === 'blink' && !eyedropper.isOn && <BlinkControls blink={blink} />}
      {eyedropper.isOn && <EyedropperReadout picked={eyedropper.picked} place={viewMode === 'side' ? null : place} />}
    </ImageStage>
  )
}

function playableSource({ name, media: { facts, previewUrl } }: ResultSource): PlayableMedia {
  return {
    src: previewUrl,
    name: say('Before: {name}', { name }),
    label: say('Before: {name}', { name }),
    poster: null,
    bytes: facts.bytes
  }
}
