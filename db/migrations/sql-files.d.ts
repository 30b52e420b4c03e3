/** Wrangler, the Vite plugin and the Workers test pool load `.sql` files as text. */
declare module "*.sql" {
  const text: string;
  export default text;
}
