import { useEffect } from 'react'
import type { NoticePlace } from '../../shared/notices.ts'
import { listen, request } from '../bridge/kiln.ts'
import type { Route } from './route.ts'
import { navigate } from './route.ts'

/** Leads where a notice of the system leads that was clicked, before the window was there too. */
export function useNoticePlaces(): void {
  useEffect(() => {
    const follow = async (): Promise<void> => {
      const outcome = await request('notices.takePlace')
      if (outcome.ok && outcome.value !== null) navigate(routeOf(outcome.value))
    }
    const stop = listen('notices.opened', () => void follow())
    void follow()
    return stop
  }, [])
}

function routeOf(place: NoticePlace): Route {
  switch (place.to) {
    case 'result':
      return { view: 'viewer', itemId: place.itemId }
    case 'faces':
      return { view: 'faces', taskId: place.taskId }
    case 'queue':
      return { view: 'queue', taskId: place.taskId }
    case 'library':
    case 'account':
      return { view: place.to }
  }
}
