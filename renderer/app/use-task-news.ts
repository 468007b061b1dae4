import { useEffect } from 'react'
import { mediaPaths } from '../../shared/media-paths.ts'
import type { Task } from '../../shared/task.ts'
import type { TaskNews } from '../../shared/task-news.ts'
import { batchNews, batchNewsWords, newsWords, taskNews } from '../../shared/task-news.ts'
import { say } from '../../shared/words/say.ts'
import { tasks } from '../bridge/session.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import type { Toast } from '../ui/toasts.tsx'
import { useToast } from '../ui/toasts.tsx'
import { routes } from './route.ts'

type Doors = {
  readonly onOpenResult: (itemId: string) => void
  readonly onOpenTask: (taskId: string) => void
  readonly onChooseFaces: (taskId: string) => void
}

/** Says what became of tasks: spoken, and as a toast where it isn't seen anyway. */
export function useTaskNews({ onOpenResult, onOpenTask, onChooseFaces }: Doors): void {
  const toast = useToast()
  const announce = useAnnounce()
  useEffect(() => {
    const since = Date.now()
    return tasks.subscribe((changes) => {
      for (const one of taskNews(changes, since)) {
        const { title, words } = newsWords(one)
        announce(words === null ? title : `${title}. ${words}`)
        if (!isInSight(one)) toast(toastOf(one, title, words, { onOpenResult, onOpenTask, onChooseFaces }))
      }
      for (const { id, tasks: own } of batchNews(changes, tasks.all())) {
        const { title, words, hasFailures } = batchNewsWords(own)
        announce(`${title}. ${words}`)
        const isSeen = routes.getState().route.view === 'queue'
        const action = { label: say('Show'), onSelect: () => onOpenTask(id) }
        if (!isSeen) toast({ title, words, tone: hasFailures ? 'failed' : 'done', icon: hasFailures ? 'warning' : 'check', action })
      }
    })
  }, [toast, announce, onOpenResult, onOpenTask, onChooseFaces])
}

/** In the queue one sees it happen, in the library what comes of it; a held task has its banner. */
function isInSight({ kind, tasks: own }: TaskNews): boolean {
  const { route } = routes.getState()
  if (route.view === 'faces' && own.length === 1 && own[0]?.id === route.taskId) return true
  return kind === 'held' || route.view === 'queue' || (kind === 'done' && route.view === 'library')
}

function toastOf({ kind, tasks: own }: TaskNews, title: string, words: string | null, doors: Doors): Toast {
  const [first] = own
  const result = first?.results[0]
  const isPicture = result !== undefined && (result.medium === 'image' || result.medium === 'video')
  return {
    title,
    ...(words === null ? {} : { words }),
    tone: kind === 'done' ? 'done' : kind === 'failed' || kind === 'refused' ? 'failed' : 'plain',
    icon: kind === 'done' ? 'check' : 'warning',
    ...(kind === 'done' && isPicture ? { picture: mediaPaths.thumbnail(result.id) } : {}),
    ...(first === undefined
      ? {}
      : {
          action: {
            label: first.phase === 'needs_input' && own.length === 1 ? say('Choose') : say('Open'),
            onSelect: () => openFirst(first, own.length, result?.id ?? null, doors)
          }
        })
  }
}

/** One task leads to what is wanted of it, several to the queue. */
function openFirst(first: Task, count: number, resultId: string | null, { onOpenResult, onOpenTask, onChooseFaces }: Doors): void {
  if (count === 1 && first.phase === 'done' && resultId !== null) onOpenResult(resultId)
  else if (count === 1 && first.phase === 'needs_input') onChooseFaces(first.id)
  else onOpenTask(first.id)
}
