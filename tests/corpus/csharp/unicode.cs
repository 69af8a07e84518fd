class Ünïcode​ { int 変数 = 1; string s\u0041\U00000042 = "\U0001F600😀\x1"; int ab; //  DateTime.Now
 int é　= DateTime.Now.Day; int @\u0063lass; } 