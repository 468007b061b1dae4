import { useCallback, useEffect, useState } from 'react'
import type { Arrival } from '../../shared/arrival.ts'
import type { DeepLink } from '../../shared/deep-link.ts'
import { say } from '../../shared/words/say.ts'
import { inspectHanded } from '../bridge/inspect-handed.ts'
import { listen, request } from '../bridge/kiln.ts'
import type { Toast } from '../ui/toasts.tsx'
import { useToast } from '../ui/toasts.tsx'
import type { Route } from './route.ts'
import { navigate } from './route.ts'

/** Files that somebody opened with Kiln, and names of those that could not be read. */
export type ArrivedFiles = Pick<Extract<Arrival, { kind: 'files' }>, 'files' | 'unreadable'>

/**
 * Leads where a link leads that was followed outside, and keeps files that were opened with Kiln until a person has said what for. Nothing is
 * sent by either. While a dialog is open nothing moves beneath it: a link then waits for a press.
 */
export function useArrivals(): {
  /** Null: none. */
  readonly files: ArrivedFiles | null
  /** Files that were dropped on the window. */
  readonly open: (handed: readonly File[]) => void
  readonly close: () => void
} {
  const [files, setFiles] = useState<ArrivedFiles | null>(null)
  const toast = useToast()

  useEffect(() => {
    const follow = async (): Promise<void> => {
      const outcome = await request('arrivals.take')
      if (!outcome.ok) return
      for (const arrival of outcome.value) {
        if (arrival.kind === 'files') setFiles(arrival)
        else if (arrival.kind === 'link') followLink(arrival.link, toast)
        else
          toast({
            title: say('This link leads nowhere in Kiln'),
            words: say('It may be damaged, or of another version.'),
            icon: 'question'
          })
      }
    }
    const stop = listen('arrivals.came', () => void follow())
    void follow()
    return stop
  }, [toast])

  const open = useCallback(async (handed: readonly File[]) => {
    const looked = await Promise.all(handed.map(async (file) => ({ name: file.name, outcome: await inspectHanded(file) })))
    setFiles({
      files: looked.flatMap(({ outcome }) => (outcome.ok ? [outcome.value] : [])),
      unreadable: looked.flatMap(({ name, outcome }) => (outcome.ok ? [] : [name]))
    })
  }, [])
  return { files, open: useCallback((handed) => void open(handed), [open]), close: useCallback(() => setFiles(null), []) }
}

function followLink(link: DeepLink, toast: (toast: Toast) => void): void {
  const go = (): void => navigate(routeOf(link))
  if (document.querySelector('[role=dialog], [role=alertdialog]') === null) return go()
  toast({ title: say('A link leads elsewhere in Kiln'), icon: 'arrow-right', action: { label: say('Go there'), onSelect: go } })
}

function routeOf({ to, id }: DeepLink): Route {
  switch (to) {
    case 'place':
      return id === 'queue' ? { view: id, taskId: null } : { view: id }
    case 'capability':
      return { view: 'compose', capabilityId: id, prefill: null }
    case 'task':
      return { view: 'queue', taskId: id }
    case 'result':
      return { view: 'viewer', itemId: id }
  }
}
