import { useEffect } from 'react'
import { mediaPaths } from '../../shared/media-paths.ts'
import { tasks } from '../bridge/session.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import type { Toast } from '../ui/toasts.tsx'
import { useToast } from '../ui/toasts.tsx'
import { routes } from './route.ts'
import type { TaskNews } from './task-news.ts'
import { newsWords, taskNews } from './task-news.ts'

type Doors = { readonly onOpenResult: (itemId: string) => void; readonly onOpenTask: (taskId: string) => void }

/** Says what became of tasks: spoken, and as a toast where it isn't seen anyway. */
export function useTaskNews({ onOpenResult, onOpenTask }: Doors): void {
  const toast = useToast()
  const announce = useAnnounce()
  useEffect(() => {
    const since = Date.now()
    return tasks.subscribe((changes) => {
      for (const one of taskNews(changes, since)) {
        const { title, words } = newsWords(one)
        announce(words === null ? title : `${title}. ${words}`)
        if (!isInSight(one)) toast(toastOf(one, title, words, { onOpenResult, onOpenTask }))
      }
    })
  }, [toast, announce, onOpenResult, onOpenTask])
}

/** In the queue one sees it happen; a held task has its banner. */
function isInSight({ kind }: TaskNews): boolean {
  return kind === 'held' || routes.getState().route.view === 'queue'
}

function toastOf({ kind, tasks: own }: TaskNews, title: string, words: string | null, { onOpenResult, onOpenTask }: Doors): Toast {
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
            label: 'Open',
            onSelect: () => (kind === 'done' && own.length === 1 && result ? onOpenResult(result.id) : onOpenTask(first.id))
          }
        })
  }
}
