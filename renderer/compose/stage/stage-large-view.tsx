import { say } from '../../../shared/i18n/say.ts'
import { useLibraryItem } from '../../media/use-library-item.ts'
import { navigate } from '../../navigation/route.ts'
import { LargeView } from '../../players/large-view.tsx'
import { StagePlayer } from './stage-player.tsx'
import { joinPhrases } from '../../../shared/i18n/join.ts'
import type { StageResult, StageRun } from './stage-runs.ts'
import { positionAmongResults, rowNameOf } from './stage-runs.ts'
import type { StageActions } from './use-stage-actions.ts'
import type { StageStep } from './use-stage-cursor.ts'

/** One result over the stage, as large as possible. */
export function StageLargeView({
  run,
  output: { task, result },
  actions,
  onStep,
  onClose
}: {
  readonly run: StageRun
  readonly output: StageResult
  readonly actions: StageActions
  readonly onStep: (step: StageStep) => void
  readonly onClose: () => void
}) {
  const { index, count } = positionAmongResults(run, result)
  const { details } = useLibraryItem(result.id)
  return (
    <LargeView
      title={joinPhrases(task.title, rowNameOf(run, task))}
      result={result}
      renderPlayer={() => <StagePlayer task={task} result={result} />}
      position={count > 1 ? say('{index, number} of {count, number}', { index, count }) : null}
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
