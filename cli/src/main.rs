fn main() {
    println!("sabretache");
}
