// Addresses of other pages, from which one comes back to the table whose page this is.
const { home, from } = document.documentElement.dataset;

export { home, from };
export const to = (path) => path + from;
