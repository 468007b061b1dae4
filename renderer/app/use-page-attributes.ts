import { useEffect } from 'react'
import { useSettings } from '../bridge/use-session.ts'

/** Sets the theme on the page, where the design tokens read it. */
export function usePageAttributes(): void {
  const theme = useSettings()?.theme
  useEffect(() => {
    const page = document.documentElement.dataset
    if (theme === undefined || theme === 'system') delete page['theme']
    else page['theme'] = theme
  }, [theme])
}
