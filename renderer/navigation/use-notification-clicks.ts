import { useEffect } from 'react'
import type { NotificationDestination } from '../../shared/app/notifications.ts'
import { subscribe, request } from '../bridge/kiln.ts'
import type { Route } from './route.ts'
import { navigate } from './route.ts'

/** Opens the target of each clicked notification, including notifications clicked before the page was loaded. */
export function useNotificationClicks(): void {
  useEffect(() => {
    const follow = async (): Promise<void> => {
      const outcome = await request('notifications.takeTarget')
      if (outcome.ok && outcome.value !== null) navigate(routeOf(outcome.value))
    }
    const stop = subscribe('notifications.clicked', () => void follow())
    void follow()
    return stop
  }, [])
}

function routeOf(place: NotificationDestination): Route {
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
