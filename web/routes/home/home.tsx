export default function Home() { return <h1>Tezi</h1>; }
