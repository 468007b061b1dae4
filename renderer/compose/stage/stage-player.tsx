import { Suspense } from 'react'
import type { Task, TaskResult } from '../../../shared/task/task.ts'
import { useFileActions } from '../../media/use-file-actions.ts'
import { lazyView } from '../../ui/lazy-view.tsx'

const Player = lazyView(async () => (await import('../../players/result-stage.tsx')).ResultStage)

const UseLoopButton = lazyView(async () => (await import('../../actions/use-loop-button.tsx')).UseLoopButton)

/** Plays a result in place. The players' code is loaded when a result first needs it. */
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
        renderLoopAction={(loop) => (
          <Suspense fallback={null}>
            <UseLoopButton itemId={result.id} medium={result.medium} loop={loop} />
          </Suspense>
        )}
      />
    </Suspense>
  )
}

/** Does nothing, because the player itself shows that the file is missing. */
function ignore(): void {}
