import { createLazyModule } from './lazy-module.ts'

/** `useModule` and `loaded` of the search. */
export const { useModule: useSearchModule, loaded: loadedSearchModule } = createLazyModule(() => import('./search/search.ts'))
