import { useCallback } from 'react'
import type { Task } from '../../shared/task.ts'
import { useTaskListState } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { View } from '../ui/view.tsx'
import { BackButton } from './back-button.tsx'
import { resultsById } from './neighbours.ts'
import { ShownResult } from './shown-result.tsx'
import type { ViewerViewProps } from './viewer-view-props.ts'

/** One result, large, with its recipe beside it. */
export function ViewerView(props: ViewerViewProps) {
  const { itemId, onBack } = props
  const found = useTaskSummary(
    useCallback((all: readonly Task[]) => resultsById(all).get(itemId) ?? null, [itemId]),
    (one, other) => one?.task === other?.task && one?.result === other?.result
  )
  const list = useTaskListState()
  if (found !== null) return <ShownResult {...props} task={found.task} result={found.result} />
  return (
    <View
      isLeftmost
      isStage
      label="Viewer"
      bar={
        <>
          <BackButton onBack={onBack} />
          <h1 className="strong">Viewer</h1>
        </>
      }
    >
      {list.state !== 'loading' && (
        <EmptyState isCold title="Kiln does not know this" actions={<Button onClick={onBack}>Back</Button>}>
          No task in the queue made it.
        </EmptyState>
      )}
    </View>
  )
}
