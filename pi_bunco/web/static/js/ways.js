// Addresses of what this page's table has of its own.
const { own } = document.documentElement.dataset;

export const ofTable = (path) => own + path;
export const api = (path) => `/api${own}${path}`;
