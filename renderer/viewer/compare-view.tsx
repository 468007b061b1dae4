import { useEffect, useState } from 'react'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { say } from '../../shared/i18n/say.ts'
import { navigate, navigateBack } from '../navigation/route.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { View } from '../ui/view.tsx'
import { BackButton } from './back-button.tsx'
import { RecipeComparison } from './recipe-comparison.tsx'
import { ImageComparison } from './image-comparison.tsx'
import { MediaComparison } from './media-comparison.tsx'
import { maxComparedResults } from './default-comparison-ids.ts'
import styles from './compare-view.module.css'
import { enclosingFrame } from './frame.ts'
import { isHandledByControl } from '../players/is-handled-by-control.ts'
import { useResultLookup } from './use-result-lookup.ts'
import { useDecodedImages } from './use-decoded-images.ts'
import { useStageViewport } from '../zoom/use-stage-viewport.ts'
import { ZoomControls } from '../zoom/zoom-controls.tsx'

export type CompareViewProps = {
  /** IDs of two to four library items. Unknown IDs are skipped. */
  readonly itemIds: readonly string[]
}

/** Two to four results side by side, with the differences between their recipes. */
export function CompareView({ itemIds }: CompareViewProps) {
  const wanted = itemIds.slice(0, maxComparedResults)
  const { found: shown, isSettled } = useResultLookup(wanted)
  const decodedImages = useDecodedImages()
  const [isOpen, setIsOpen] = useState(true)
  const arePictures = shown.length > 1 && shown.every(({ result }) => result.medium === 'image')
  const frame = enclosingFrame(
    shown.flatMap(({ result: { id, width, height } }) => {
      const known = decodedImages.decoded.get(mediaPaths.result(id))
      return known ?? (width === null || height === null ? [] : { width, height })
    })
  )
  const stage = useStageViewport({ frame: arePictures ? frame : null, subject: wanted.join(' '), paneCount: shown.length })

  function without(id: string): void {
    navigate({ view: 'compare', ids: shown.flatMap(({ result }) => (result.id === id ? [] : [result.id])) })
  }

  useEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isHandledByControl(event)) return
      const numbered = shown[Number(event.key) - 1]
      handleShortcut('compare', event, {
        back: navigateBack,
        alone: numbered === undefined ? undefined : () => navigate({ view: 'viewer', itemId: numbered.result.id }),
        larger: () => stage.step(1),
        smaller: () => stage.step(-1),
        fit: stage.fit,
        pixels: stage.showPixels,
        recipes: () => setIsOpen((before) => !before)
      })
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  })

  return (
    <View
      isFirst
      isStage
      label={say('Compare')}
      bar={
        <>
          <BackButton />
          <h1 className="strong">{say('Compare')}</h1>
          <span className="ink-2">{shown.length > 1 && say('{count} results', { count: shown.length })}</span>
          <span className="grow" />
          {arePictures && <ZoomControls stage={stage} />}
          {shown.length > 1 && (
            <Button size="small" variant={isOpen ? 'plain' : 'quiet'} aria-pressed={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {say('Differences')}
            </Button>
          )}
        </>
      }
    >
      {shown.length < 2 ? (
        isSettled && (
          <EmptyState isCold title={say('Nothing to compare')} actions={<Button onClick={navigateBack}>{say('Back')}</Button>}>
            {shown.length === 0
              ? say('None of these results is available. Select 2 to 4 results in the queue or library.')
              : say('Only one of these results is available. Select 2 to 4 results in the queue or library.')}
          </EmptyState>
        )
      ) : (
        <>
          {arePictures ? (
            <ImageComparison shown={shown} frame={frame} stage={stage} decodedImages={decodedImages} onRemove={without} />
          ) : (
            <MediaComparison shown={shown} onRemove={without} />
          )}
          {isOpen ? <RecipeComparison shown={shown} /> : <div className={styles.edge} />}
        </>
      )}
    </View>
  )
}
