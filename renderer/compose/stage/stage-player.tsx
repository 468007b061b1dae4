import { Suspense } from 'react'
import type { Task, TaskResult } from '../../../shared/task/task.ts'
import { useFileActions } from '../../media/use-file-actions.ts'
import { lazyView } from '../../ui/lazy-view.tsx'

const Player = lazyView(async () => (await import('../../players/result-stage.tsx')).ResultStage)

/** Plays a result in place. The code of the players is loaded when a result needs it. */
export function StagePlayer({ task, result }: { readonly task: Task; readonly result: TaskResult }) {
  const actionsOf = useFileActions()
  return (
    <Suspense fallback={null}>
      <Player
        key={result.id}
        task={task}
        result={result}
        before={null}
        actions={actionsOf(result.id)}
        onMissing={ignore}
        onThrough={null}
      />
    </Suspense>
  )
}

/** The player shows a missing file itself. */
function ignore(): void {}
