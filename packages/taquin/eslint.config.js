// The rules of the browser app, which brings the tools.
export { default } from '../../web/eslint.config.js';
