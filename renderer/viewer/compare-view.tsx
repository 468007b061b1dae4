import { useRef, useState } from 'react'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { say } from '../../shared/i18n/say.ts'
import { useLastUndoStep } from '../media/library-undo.ts'
import { navigate, navigateBack } from '../navigation/route.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useRaiseToasts } from '../ui/use-raise-toasts.ts'
import { View } from '../ui/view.tsx'
import { BackButton } from './back-button.tsx'
import { RecipeComparison } from './recipe-comparison.tsx'
import { ImageComparison } from './image-comparison.tsx'
import { MediaComparison } from './media-comparison.tsx'
import styles from './compare-view.module.css'
import { enclosingFrame } from './frame.ts'
import { useCompareKeys } from './use-compare-keys.ts'
import { useComparePanes } from './use-compare-panes.ts'
import { useDecodedImages } from './use-decoded-images.ts'
import { useStageViewport } from '../zoom/use-stage-viewport.ts'
import { ZoomControls } from '../zoom/zoom-controls.tsx'

export type CompareViewProps = {
  /** IDs of two to four library items. Unknown IDs are skipped. */
  readonly itemIds: readonly string[]
}

/** Two to four results side by side, with the differences between their recipes. The user rates them, keeps one or deletes others. */
export function CompareView({ itemIds }: CompareViewProps) {
  const panes = useComparePanes(itemIds)
  const { shown, isSettled, actions } = panes
  const decodedImages = useDecodedImages()
  const [isOpen, setIsOpen] = useState(true)
  const arePictures = shown.length > 0 && shown.every(({ result }) => result.medium === 'image')
  const frame = enclosingFrame(
    shown.flatMap(({ result: { id, width, height } }) => {
      const known = decodedImages.decoded.get(mediaPaths.result(id))
      return known ?? (width === null || height === null ? [] : { width, height })
    })
  )
  const stage = useStageViewport({ frame: arePictures ? frame : null, subject: itemIds.join(' '), paneCount: shown.length })
  const toggleRecipes = (): void => setIsOpen((before) => !before)
  useCompareKeys(panes, stage, toggleRecipes)

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
            <Button size="small" variant={isOpen ? 'plain' : 'quiet'} aria-pressed={isOpen} onClick={toggleRecipes}>
              {say('Differences')}
            </Button>
          )}
        </>
      }
    >
      {shown.length === 0 ? (
        isSettled && (
          <EmptyState isCold title={say('Nothing to compare')} actions={<Button onClick={navigateBack}>{say('Back')}</Button>}>
            {say('None of these results is available. Select 2 to 4 results in the queue or library.')}
          </EmptyState>
        )
      ) : (
        <>
          {arePictures ? (
            <ImageComparison shown={shown} frame={frame} stage={stage} decodedImages={decodedImages} actions={actions} />
          ) : (
            <MediaComparison shown={shown} actions={actions} />
          )}
          {shown.length === 1 ? (
            isSettled && <OnlyOne itemId={actions.currentId} onUndo={panes.undoLast} />
          ) : isOpen ? (
            <RecipeComparison shown={shown} />
          ) : (
            <div className={styles.edge} />
          )}
        </>
      )}
    </View>
  )
}

/** Bar shown when only one result is left. It has an undo button and a button that opens the viewer. */
function OnlyOne({ itemId, onUndo }: { readonly itemId: string | null; readonly onUndo: () => void }) {
  const hasTrashed = useLastUndoStep()?.kind === 'trash'
  const line = useRef<HTMLDivElement>(null)
  useRaiseToasts(line)
  return (
    <div ref={line} className={styles.only}>
      <span className="strong">{say('Only one result is left.')}</span>
      <span className="grow" />
      {hasTrashed && (
        <Button size="small" icon="undo" onClick={onUndo}>
          {say('Undo')}
        </Button>
      )}
      {itemId !== null && (
        <Button size="small" onClick={() => navigate({ view: 'viewer', itemId })}>
          {say('Open in viewer')}
        </Button>
      )}
    </div>
  )
}
