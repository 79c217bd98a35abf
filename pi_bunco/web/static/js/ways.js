// Addresses of other pages: of what this page's table has of its own, and of the room's, which lead back here.
const { home, own, from } = document.documentElement.dataset;

export { home };
export const to = (path) => path + from;
export const ofTable = (path) => own + path;
export const api = (path) => `/api${own}${path}`;
