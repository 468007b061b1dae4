import { actionMenuItems } from '../actions/action-menu-items.tsx'
import { resultContextMenu } from '../../shared/app/menu.ts'
import { say } from '../../shared/i18n/say.ts'
import { useCopyText } from '../media/use-copy-text.ts'
import { actionItems } from '../shortcuts/action-items.ts'
import { useRegisterMenuActions } from '../shortcuts/menu-action-handlers.ts'
import { ContextMenu } from '../ui/context-menu.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { View } from '../ui/view.tsx'
import { BackButton } from './back-button.tsx'
import { PageButtons } from './page-buttons.tsx'
import { RecipeInspector } from './recipe-inspector.tsx'
import styles from './result-viewer.module.css'
import { useLineage } from './use-lineage.ts'
import type { LocatedResult } from './use-result-lookup.ts'
import { useStageMenuKey } from './use-stage-menu-key.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import { useViewerState } from './use-viewer-state.ts'
import { viewModeOptions } from './view-mode-options.ts'
import { viewModesByMedium } from './view-modes.ts'
import { ViewerControls } from './viewer-controls.tsx'
import { viewerMenuActions } from './viewer-menu-actions.ts'
import { ViewerStage } from './viewer-stage.tsx'
import type { ViewerViewProps } from './viewer-view-props.ts'
import { ZoomControls } from '../zoom/zoom-controls.tsx'

/** Shows a result with its recipe. The same component shows the next result, so that images decoded in advance stay in the page. */
export function ResultViewer({ RunAgain, Tags, ...located }: ViewerViewProps & LocatedResult) {
  const viewer = useViewerState(located)
  const { task, result, id, isInQueue, isMissing, medium, capability, origin, actions, before, details } = viewer
  const { chooseViewMode, fullScreen, showsSheet, showsStage, stage, viewMode } = viewer
  const possible = viewerMenuActions(viewer, useCopyText())
  useRegisterMenuActions(possible)
  const forResult = () => (isMissing ? [] : actionMenuItems([{ id, medium }], capability === null ? null : origin))
  const stagePlace = useStageMenuKey()
  const lineage = useLineage(task, id)
  useViewerKeys(viewer, possible.trash)

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
      <ContextMenu
        label={say('Actions')}
        itemsFor={() => (showsSheet ? [] : [...forResult(), ...actionItems(resultContextMenu, possible)])}
      >
        <div ref={stagePlace} className={styles.stage}>
          <ViewerStage viewer={viewer} />
          {!showsStage && !showsSheet && !fullScreen.isFull && <PageButtons viewer={viewer} />}
        </div>
      </ContextMenu>
      <ViewerControls viewer={viewer} />
    </View>
  )
}
