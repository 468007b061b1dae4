import { say } from '../../../shared/i18n/say.ts'
import type { Task, TaskResult } from '../../../shared/task/task.ts'
import { useLibraryItem } from '../../media/use-library-item.ts'
import { navigate } from '../../navigation/route.ts'
import { LargeView } from '../../players/large-view.tsx'
import { StagePlayer } from './stage-player.tsx'
import type { StageActions } from './use-stage-actions.ts'
import type { StageStep } from './use-stage-cursor.ts'

/** One result over the stage, as large as it fits. */
export function StageLargeView({
  task,
  result,
  count,
  actions,
  onStep,
  onClose
}: {
  readonly task: Task
  readonly result: TaskResult
  /** Number of outputs of the run. */
  readonly count: number
  readonly actions: StageActions
  readonly onStep: (step: StageStep) => void
  readonly onClose: () => void
}) {
  const { details } = useLibraryItem(result.id)
  return (
    <LargeView
      title={task.title}
      result={result}
      renderPlayer={() => <StagePlayer task={task} result={result} />}
      position={count > 1 ? say('{index, number} of {count, number}', { index: result.index + 1, count }) : null}
      stars={details?.stars ?? null}
      onStars={(stars) => actions.rate(result.id, stars)}
      onStep={onStep}
      onOpen={() => navigate({ view: 'viewer', itemId: result.id })}
      onTrash={() => {
        actions.trash(result.id)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
