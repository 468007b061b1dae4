import { useCallback, useEffect, useMemo, useState } from 'react'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { Stars } from '../../shared/library/library.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import type { TaskResult, Task } from '../../shared/task/task.ts'
import { resultContextMenu } from '../../shared/app/menu.ts'
import { actionItems } from '../shortcuts/action-items.ts'
import { request } from '../bridge/kiln.ts'
import { type MenuActionHandlers, useRegisterMenuActions } from '../shortcuts/menu-action-handlers.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { openUseAsInput } from '../navigation/app-dialogs-store.ts'
import type { ValuesOrigin } from '../navigation/form-prefill.ts'
import { openFormFrom } from '../navigation/open-form.ts'
import { openTask } from '../navigation/open-task.ts'
import { navigate, navigateBack, showInViewer } from '../navigation/route.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import type { ShortcutActions } from '../shortcuts/handle-shortcut.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import { useCapability } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { ContextMenu } from '../ui/context-menu.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import type { IconName } from '../ui/icon.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import type { SegmentOption } from '../ui/segmented-control.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { View } from '../ui/view.tsx'
import { BackButton } from './back-button.tsx'
import { BlinkControls } from './blink-controls.tsx'
import { isHandledByControl } from './is-handled-by-control.ts'
import type { ViewMode } from './view-modes.ts'
import { activeViewMode, viewModesByMedium } from './view-modes.ts'
import type { ResultSource } from './made-from.ts'
import { MissingFileMessage } from './missing-file-message.tsx'
import type { PlayableMedia } from './playable-media.ts'
import { UndisplayableStage } from './undisplayable-stage.tsx'
import { ResultStage } from './result-stage.tsx'
import { ImageStage } from './image-stage.tsx'
import { recipePrompts } from './recipe.ts'
import { RecipeInspector } from './recipe-inspector.tsx'
import { ResultStrip } from './result-strip.tsx'
import { splitLineId } from './split-line.tsx'
import { defaultComparisonIds } from './default-comparison-ids.ts'
import { ContactSheet } from './contact-sheet.tsx'
import { EyedropperReadout } from './eyedropper-readout.tsx'
import { placementInFrame, placementOnPane } from './frame.ts'
import { FullScreenBar } from './full-screen-bar.tsx'
import type { LocatedResult } from './use-result-lookup.ts'
import { useLibraryItem } from './use-library-item.ts'
import { useLineage } from './use-lineage.ts'
import { useNeighbours } from './use-neighbours.ts'
import { useEyedropper } from './use-eyedropper.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useSlideShow } from './use-slide-show.ts'
import { useBlink } from './use-blink.ts'
import { useDecodedImages } from './use-decoded-images.ts'
import { useFileLoadError } from './use-file-load-error.ts'
import { useResultActions } from './use-result-actions.ts'
import { useResultSources } from './use-result-sources.ts'
import { useStageMenuKey } from './use-stage-menu-key.ts'
import { useStageViewport } from './use-stage-viewport.ts'
import { useTrashActions } from './use-trash-actions.ts'
import styles from './result-viewer.module.css'
import type { ViewerViewProps } from './viewer-view-props.ts'
import { ZoomControls } from './zoom-controls.tsx'
import type { Extent } from './zoom.ts'

/** Shows a result with its recipe. The same component shows the next result, so that images decoded in advance stay in the page. */
export function ResultViewer({ task, result, isInQueue, among, RunAgain, Tags }: ViewerViewProps & LocatedResult) {
  const { id, medium } = result
  const capability = useCapability(task.capability)
  const { previous, next } = useNeighbours(id, isInQueue, among)
  const { values } = task
  const origin = useMemo(
    (): ValuesOrigin => ({ capability: task.capability, values, ...(isInQueue ? { taskId: task.id } : { itemId: id }) }),
    [task.capability, task.id, values, isInQueue, id]
  )
  const { trouble, report, forget } = useFileLoadError(id)
  const [wantedViewMode, setWantedViewMode] = useState<ViewMode>('result')
  const [beforeKey, setBeforeKey] = useState<string | null>(null)
  const [split, setSplit] = useState(0.5)
  const decodedImages = useDecodedImages()
  const sources = useResultSources(task, capability, isInQueue ? null : id)
  const actions = useResultActions(id)

  const isMissing = trouble === 'missing'
  const announce = useAnnounce()
  const { details, giveStars } = useLibraryItem(id)
  const trash = useTrashActions(id)
  const isPicture = medium === 'image'
  const befores = isMissing ? [] : sources.filter(({ media }) => media.facts.medium === medium)
  const before = befores.find(({ key }) => key === beforeKey) ?? befores[0] ?? null
  const viewMode = activeViewMode(wantedViewMode, medium, before !== null)
  const blink = useBlink(viewMode === 'blink')
  const frame = decodedImages.decoded.get(mediaPaths.result(id)) ?? extentOf(result)
  const stage = useStageViewport({ frame: isPicture ? frame : null, subject: id, paneCount: viewMode === 'side' ? 2 : 1 })
  const src = mediaPaths.result(id)
  const place = stage.view === null || frame === null ? null : placementOnPane(stage.view, placementInFrame(frame, frame))
  const eyedropper = useEyedropper(src, frame, place, stage)
  const fullScreen = useFullScreen()
  const [isSheet, setIsSheet] = useState(false)
  const hasSheet = task.results.length > 1
  const plays = (medium === 'video' || medium === 'audio') && trouble === null
  const isReady = !isPicture || trouble !== null || decodedImages.decoded.has(src)
  const slides = useSlideShow(id, isReady, !plays, next === null ? null : () => showInViewer(next.id))
  const showsSheet = isSheet && hasSheet && !slides.isOn
  const showsStage = isPicture && trouble === null && !showsSheet
  const others = useTaskSummary(
    useCallback((all: readonly Task[]) => defaultComparisonIds(all, task, id, sources), [task, id, sources]),
    (one, other) => one.join(' ') === other.join(' ')
  )

  const { prompt } = recipePrompts(capability, values)
  const possible: MenuActionHandlers = {
    previous: previous === null ? undefined : () => showInViewer(previous.id),
    next: next === null ? undefined : () => showInViewer(next.id),
    slideShow: slides.toggle,
    remix: capability === null ? undefined : () => openFormFrom(origin),
    useAsInput: isMissing ? undefined : () => openUseAsInput([result]),
    compare: others.length < 2 ? undefined : () => navigate({ view: 'compare', ids: others }),
    saveAs: isMissing ? undefined : actions.saveAs,
    copy: isMissing || medium !== 'image' ? undefined : actions.copy,
    copyPrompt:
      prompt === null
        ? undefined
        : () => void request('clipboard.writeText', { text: prompt }).then(({ ok }) => announce(ok ? say('Copied') : say('Couldn’t copy'))),
    showInFolder: isMissing ? undefined : actions.showInFolder,
    showTask: isInQueue ? () => openTask(task.id) : undefined,
    // Not available in the contact sheet, because another result may have the focus there.
    trash: isMissing || showsSheet || details === null ? undefined : () => trash.move(details.key, id, (next ?? previous)?.id ?? null),
    untrash: trash.untrash ?? undefined
  }
  useRegisterMenuActions(possible)
  const stagePlace = useStageMenuKey()

  /** Leaves one mode at a time, such as the slide show. If no mode is active, leaves the viewer. */
  function leave(): void {
    if (slides.isOn) slides.stop()
    else if (fullScreen.isFull) fullScreen.leave()
    else if (showsSheet) setIsSheet(false)
    else if (eyedropper.isOn) eyedropper.toggle()
    else navigateBack()
  }
  function openFromSheet(itemId: string): void {
    setIsSheet(false)
    if (itemId !== id) showInViewer(itemId)
  }
  const lineage = useLineage(task, id)

  function chooseViewMode(chosen: ViewMode): void {
    if (before !== null) setWantedViewMode(chosen)
  }
  function viewModeAction(chosen: ViewMode): (() => void) | undefined {
    if (before === null || showsSheet || !viewModesByMedium[medium].includes(chosen)) return undefined
    return () => {
      chooseViewMode(chosen)
      // Focuses the split line, so that the arrow keys move it.
      if (chosen === 'slider') focusLine(maxFramesForTheLine)
    }
  }
  function pictureActions(isRepeated: boolean): ShortcutActions<'picture'> {
    return {
      larger: () => stage.step(1),
      smaller: () => stage.step(-1),
      fit: stage.fit,
      pixels: stage.showPixels,
      eyedropper: eyedropper.toggle,
      before: before === null ? undefined : () => blink.hold(true),
      swap: before === null ? undefined : () => (viewMode === 'blink' ? !isRepeated && blink.swap() : blink.hold(true))
    }
  }
  function compareWith(source: ResultSource): void {
    setBeforeKey(source.key)
    if (viewMode === 'result') setWantedViewMode(isPicture ? 'slider' : 'side')
  }

  useEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isHandledByControl(event)) return
      const movesPixel = showsStage && eyedropper.isOn
      const isTaken =
        handleShortcut('eyedropper', event, {
          move: movesPixel ? ({ key }) => eyedropper.move(pixelsBy(key, 1)) : undefined,
          moveFar: movesPixel ? ({ key }) => eyedropper.move(pixelsBy(key, 10)) : undefined
        }) ||
        (showsStage && handleShortcut('picture', event, pictureActions(event.repeat)))
      if (isTaken) return
      handleShortcut('viewer', event, {
        back: leave,
        previous: previous === null ? undefined : () => showInViewer(previous.id),
        next: next === null ? undefined : () => showInViewer(next.id),
        compare: others.length < 2 ? undefined : () => navigate({ view: 'compare', ids: others }),
        fullScreen: fullScreen.toggle,
        slideShow: slides.toggle,
        sheet: hasSheet ? () => setIsSheet(!isSheet) : undefined,
        closeSheet: showsSheet ? () => setIsSheet(false) : undefined,
        result: viewModeAction('result'),
        slider: viewModeAction('slider'),
        side: viewModeAction('side'),
        blink: viewModeAction('blink'),
        stars: details === null ? undefined : ({ key }) => giveStars(Number(key) as Stars),
        // A held key would delete one result after another.
        trash: event.repeat ? undefined : possible.trash,
        undo: trash.undoLast
      })
    }
    function keyUp(event: KeyboardEvent): void {
      if (event.key === 'b' || event.key === 'B' || event.key === ' ') blink.hold(false)
    }
    window.addEventListener('keydown', keyDown)
    window.addEventListener('keyup', keyUp)
    return () => {
      window.removeEventListener('keydown', keyDown)
      window.removeEventListener('keyup', keyUp)
    }
  })

  const steps = (
    <>
      <IconButton
        label={say('Previous')}
        icon="chevron-left"
        shortcut={shortcutText('viewer', 'previous')}
        notReady={previous === null}
        onClick={() => previous !== null && showInViewer(previous.id)}
      />
      <IconButton
        label={say('Next')}
        icon="chevron-right"
        shortcut={shortcutText('viewer', 'next')}
        notReady={next === null}
        onClick={() => next !== null && showInViewer(next.id)}
      />
    </>
  )
  const slideShow = (
    <IconButton
      label={slides.isOn ? say('Stop slide show') : say('Slide show')}
      icon={slides.isOn ? 'pause' : 'slide-show'}
      shortcut={shortcutText('viewer', 'slideShow')}
      pressed={slides.isOn}
      onClick={slides.toggle}
    />
  )

  return (
    <View
      isFirst
      isStage
      isBare={fullScreen.isFull}
      label={task.title}
      bar={
        <>
          <BackButton />
          <div className={styles.title}>
            <h1 dir="auto" className="strong cut">
              {task.title}
            </h1>
            {task.results.length > 1 && (
              <span className={`ink-2 ${styles.place}`}>
                {say('{index} of {count}', { index: result.index + 1, count: task.results.length })}
              </span>
            )}
          </div>
          <span className="grow" />
          {before !== null && !showsSheet && viewModesByMedium[medium].length > 0 && (
            <SegmentedControl
              shrinks
              label={say('Before and after')}
              options={viewModeOptions(medium)}
              value={viewMode}
              onChange={chooseViewMode}
            />
          )}
          <span className="grow" />
          {showsStage && <ZoomControls stage={stage} />}
        </>
      }
      inspector={
        fullScreen.isFull ? undefined : (
          <RecipeInspector
            task={task}
            result={result}
            origin={origin}
            capability={capability}
            isMissing={isMissing}
            isInQueue={isInQueue}
            runAgain={<RunAgain key={task.id} origin={origin} />}
            lineage={lineage}
            tags={details === null ? null : <Tags itemKey={details.key} />}
            onTrash={possible.trash ?? null}
            onCopy={actions.copy}
            onSaveAs={actions.saveAs}
            onShowInFolder={actions.showInFolder}
          />
        )
      }
    >
      <ContextMenu label={say('Actions')} itemsFor={() => (showsSheet ? [] : actionItems(resultContextMenu, possible))}>
        <div ref={stagePlace} className={styles.stage}>
          {showsSheet ? (
            <ContactSheet results={task.results} title={task.title} shownId={id} onOpen={openFromSheet} />
          ) : isMissing ? (
            <MissingFileMessage task={task} result={result} isInQueue={isInQueue} onThere={forget} />
          ) : trouble === 'undisplayable' ? (
            <UndisplayableStage result={result} why={null} onSaveAs={actions.saveAs} onShowInFolder={actions.showInFolder} />
          ) : isPicture ? (
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
              {viewMode === 'blink' && !eyedropper.isOn && <BlinkControls blink={blink} />}
              {eyedropper.isOn && <EyedropperReadout picked={eyedropper.picked} place={viewMode === 'side' ? null : place} />}
            </ImageStage>
          ) : (
            <ResultStage
              key={id}
              task={task}
              result={result}
              before={before === null || viewMode !== 'side' ? null : playableSource(before)}
              actions={actions}
              onMissing={report}
              onThrough={slides.isOn ? slides.next : null}
            />
          )}
        </div>
      </ContextMenu>
      {fullScreen.isFull ? (
        <FullScreenBar isAtTop={plays}>
          {steps}
          {slideShow}
          <IconButton
            label={say('Exit full screen')}
            icon="leave-full-screen"
            shortcut={shortcutText('viewer', 'fullScreen')}
            onClick={fullScreen.leave}
          />
        </FullScreenBar>
      ) : (
        <ResultStrip
          results={task.results}
          shownId={id}
          sources={sources}
          medium={medium}
          beforeKey={showsSheet ? null : (before?.key ?? null)}
          onCompareWith={compareWith}
          start={steps}
          end={
            <>
              {showsStage && (
                <IconButton
                  label={say('Pixel values')}
                  icon="eyedropper"
                  shortcut={shortcutText('picture', 'eyedropper')}
                  pressed={eyedropper.isOn}
                  onClick={eyedropper.toggle}
                />
              )}
              {hasSheet && (
                <IconButton
                  label={say('Contact sheet')}
                  icon="grid"
                  shortcut={shortcutText('viewer', 'sheet')}
                  pressed={showsSheet}
                  onClick={() => setIsSheet(!isSheet)}
                />
              )}
              <IconButton
                label={others.length < 2 ? say('Compare: no similar results yet') : say('Compare')}
                icon="compare"
                shortcut={shortcutText('viewer', 'compare')}
                notReady={others.length < 2}
                onClick={() => navigate({ view: 'compare', ids: others })}
              />
              {slideShow}
              <IconButton
                label={say('Full screen')}
                icon="full-screen"
                shortcut={shortcutText('viewer', 'fullScreen')}
                onClick={fullScreen.toggle}
              />
            </>
          }
        />
      )}
    </View>
  )
}

function extentOf({ width, height }: TaskResult): Extent | null {
  return width === null || height === null ? null : { width, height }
}

const viewModeNames: { readonly [one in ViewMode]: { readonly label: string; readonly icon: IconName } } = {
  result: { label: word('Result'), icon: 'image' },
  slider: { label: word('Slider'), icon: 'split' },
  side: { label: word('Side by side'), icon: 'columns' },
  blink: { label: word('Flip'), icon: 'blink' }
}

function viewModeOptions(medium: Medium): readonly SegmentOption<ViewMode>[] {
  const icon = medium === 'video' ? 'video' : 'audio'
  return viewModesByMedium[medium].map((one) => {
    if (medium === 'audio' && one === 'side') return { value: one, label: 'A / B', icon: 'compare' }
    return one === 'result' && medium !== 'image'
      ? { value: one, label: say('Result'), icon }
      : { value: one, icon: viewModeNames[one].icon, label: say(viewModeNames[one].label) }
  })
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

function pixelsBy(key: string, step: number): { readonly x: number; readonly y: number } {
  const across = key === 'ArrowLeft' ? -step : key === 'ArrowRight' ? step : 0
  const down = key === 'ArrowUp' ? -step : key === 'ArrowDown' ? step : 0
  return { x: across, y: down }
}

/** Maximum number of animation frames to wait for the split line, about two seconds. After that, the user may be doing something else. */
const maxFramesForTheLine = 120

/** Focuses the split line once it is rendered. That can take several frames, because both images must be measured first. */
function focusLine(framesLeft: number): void {
  requestAnimationFrame(() => {
    const line = document.getElementById(splitLineId)
    if (line !== null) line.focus()
    else if (framesLeft > 0) focusLine(framesLeft - 1)
  })
}
