/** Maximum number of items per response for long lists. */
export const itemsPerPage = 500
