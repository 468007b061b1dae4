import { Suspense } from 'react'
import type { Task, TaskResult } from '../../../shared/task/task.ts'
import { lazyView } from '../../ui/lazy-view.tsx'

const ResultPlayer = lazyView(async () => (await import('./result-player.tsx')).ResultPlayer)

/** Plays a result in place. The players' code is loaded when a result first needs it. */
export function StagePlayer(props: { readonly task: Task; readonly result: TaskResult }) {
  return (
    <Suspense fallback={null}>
      <ResultPlayer {...props} />
    </Suspense>
  )
}
