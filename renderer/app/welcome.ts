import { lazyView } from '../ui/lazy-view.tsx'

/** The welcome view, loaded separately because most windows never show it. */
export const LazyWelcomeView = lazyView(async () => (await import('../account/welcome-view.tsx')).WelcomeView)

/**
 * Preloads the welcome view if main set `data-opens-with="welcome"` on the root element. The view loads while the first requests to main
 * are still pending. Failures are reported when the view is drawn.
 */
export function preloadWelcome({ dataset }: HTMLElement): void {
  if (dataset['opensWith'] === 'welcome') LazyWelcomeView.load().catch(() => undefined)
}
