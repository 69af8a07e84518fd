namespace A { class B { void M( { if (x { DateTime.Now; } ]] ) } class C : { int = ; public public static this[int } }
enum E { A = 1, B, = } } } delegate void D(; interface I { void M() => ; } record { struct < > ( ) { }
@ @" ' "unfinished
$"{a" $@"{" """ never closed
/* never closed