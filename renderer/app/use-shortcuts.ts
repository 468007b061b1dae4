import { useEffect } from 'react'
import type { Route } from './route.ts'
import { navigate } from './route.ts'

const places: Readonly<Record<string, Route>> = {
  '1': { view: 'gallery' },
  '2': { view: 'queue', taskId: null },
  '3': { view: 'library' },
  '4': { view: 'account' },
  ',': { view: 'settings' }
}

/** Ctrl or Cmd with K opens "Search or do"; with a digit one goes to a place of the sidebar, with comma to the settings. */
export function useShortcuts(onTogglePalette: () => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.defaultPrevented) return
      const place = places[event.key]
      if (event.key === 'k') onTogglePalette()
      else if (place !== undefined && document.querySelector('[role=dialog]') === null) navigate(place)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onTogglePalette])
}

/** A key with the platform's modifier, as it is written: ⌘K or Ctrl K. */
export function shortcutWords(key: string, platform: string | undefined): string {
  return platform === 'darwin' ? `⌘${key}` : `Ctrl ${key}`
}
