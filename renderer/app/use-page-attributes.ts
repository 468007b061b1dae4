import { useEffect } from 'react'
import { useAppInfo, useSettings } from '../bridge/use-session.ts'

/** Puts the theme and the platform on the page, where the tokens read them. */
export function usePageAttributes(): void {
  const theme = useSettings()?.theme
  const platform = useAppInfo()?.platform
  useEffect(() => {
    const page = document.documentElement.dataset
    if (theme === undefined || theme === 'system') delete page['theme']
    else page['theme'] = theme
  }, [theme])
  useEffect(() => {
    if (platform !== undefined) document.documentElement.dataset['platform'] = platform
  }, [platform])
}
