import { lazyView } from '../ui/lazy-view.tsx'

/** The welcome view, loaded separately because most windows never show it. */
export const LazyWelcomeView = lazyView(async () => (await import('../account/welcome-view.tsx')).WelcomeView)

/**
 * Preloads the welcome view if main marked the document to open with it. The view then loads while main is still being queried. Failures
 * are reported when the view is drawn.
 */
export function preloadWelcome({ dataset }: HTMLElement): void {
  if (dataset['opensWith'] === 'welcome') LazyWelcomeView.load().catch(() => undefined)
}
