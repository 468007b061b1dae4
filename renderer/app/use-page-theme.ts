import { useEffect } from 'react'
import { useSettings } from '../bridge/use-session.ts'

/** Sets `data-theme` on the page's root element, where the design tokens read the theme. No attribute means the system theme. */
export function usePageTheme(): void {
  const theme = useSettings()?.theme
  useEffect(() => {
    const page = document.documentElement.dataset
    if (theme === undefined || theme === 'system') delete page['theme']
    else page['theme'] = theme
  }, [theme])
}
